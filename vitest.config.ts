import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'unit',
    environment: 'node',
    include: ['tests/unit/**/*.spec.ts', 'tests/contract/**/*.spec.ts'],
  },
})
