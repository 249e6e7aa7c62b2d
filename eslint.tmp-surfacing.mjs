import { createConfigForNuxt } from '@nuxt/eslint-config/flat'
export default createConfigForNuxt({ features: { stylistic: { arrowParens: true, semi: false, quotes: 'single', braceStyle: 'stroustrup' } } })
