/** Light, dark, or whatever the system asks for at the moment. Kept per browser. */
export type Theme = 'light' | 'dark' | 'system'

export interface ThemeChoice {
  value: Theme
  name: string
  description: string
}

export const themeChoices: readonly ThemeChoice[] = [
  { value: 'light', name: 'Light', description: 'Dark text on a light page.' },
  { value: 'dark', name: 'Dark', description: 'Light text on a dark page.' },
  { value: 'system', name: 'System', description: 'As your system is set, and changing with it.' },
]

/** What a browser has kept; anything that is no theme reads as `system`. */
export function resolveTheme(kept: string): Theme {
  return themeChoices.find(({ value }) => value === kept)?.value ?? 'system'
}
