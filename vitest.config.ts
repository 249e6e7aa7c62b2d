import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/** A busy machine is no failure. In milliseconds. */
const testTimeout = 30_000
const hookTimeout = 60_000

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: { name: 'unit', environment: 'node', include: ['tests/{unit,contract}/**/*.spec.ts'], testTimeout, hookTimeout },
      },
      {
        plugins: [vue()],
        test: { name: 'components', environment: 'happy-dom', include: ['tests/nuxt/**/*.spec.ts'], testTimeout, hookTimeout },
      },
    ],
  },
})
