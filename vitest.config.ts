import { defineVitestProject } from '@nuxt/test-utils/config'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/** A busy machine is no failure. In milliseconds. */
const testTimeout = 30_000
const hookTimeout = 60_000

/** A browser has loaded the parser by the time that a chat is acted on. */
const setupFiles = ['tests/support/load-markdown.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: { name: 'unit', environment: 'node', include: ['tests/{unit,contract}/**/*.spec.ts'], testTimeout, hookTimeout },
      },
      {
        plugins: [vue()],
        test: { name: 'components', environment: 'happy-dom', include: ['tests/nuxt/components/**/*.spec.ts'], setupFiles, testTimeout, hookTimeout },
      },
      await defineVitestProject({
        test: { name: 'nuxt', environment: 'nuxt', include: ['tests/nuxt/surfaces/**/*.spec.ts'], setupFiles, testTimeout, hookTimeout },
      }),
    ],
  },
})
