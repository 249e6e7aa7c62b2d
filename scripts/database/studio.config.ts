import process from 'node:process'
import { defineConfig } from 'prisma/config'

/** Where `npm run studio` found the database. */
export default defineConfig({ schema: '../../prisma/schema.prisma', datasource: { url: process.env.NORTHLIGHT_STUDIO_URL ?? '' } })
