import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: { name: 'unit', environment: 'node', include: ['tests/{unit,contract}/**/*.spec.ts'] },
      },
      {
        plugins: [vue()],
        test: { name: 'components', environment: 'happy-dom', include: ['tests/nuxt/**/*.spec.ts'] },
      },
    ],
  },
})
