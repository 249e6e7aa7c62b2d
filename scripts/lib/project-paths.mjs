import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the commands find and leave things. Everything under `.cache` and `.output` can be deleted at any time. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
export const inProject = (...parts) => join(projectRoot, ...parts)

export const binFolder = inProject('node_modules/.bin')
export const buildsFolder = inProject('.output')
export const commandCache = inProject('.cache/northlight')
/** Goes with the packages that it depends on. */
export const packageCache = inProject('node_modules/.cache/northlight')
