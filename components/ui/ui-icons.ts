/** Stroke paths on a 24 by 24 grid; drawn for this project. */
export const uiIcons = {
  'again': ['M19 12a7 7 0 1 1-2.1-5', 'M19.5 4v4.5H15'],
  'arrow-down': ['M12 5v14', 'M6 13l6 6 6-6'],
  'arrow-up': ['M12 19V5', 'M6 11l6-6 6 6'],
  'bin': ['M5 7h14', 'M9 7V4h6v3', 'M7 7l1 13h8l1-13', 'M10.5 11v5', 'M13.5 11v5'],
  'check': ['M5 12.5l4.5 4.5L19 7.5'],
  'chevron': ['M9 6l6 6-6 6'],
  'close': ['M6 6l12 12', 'M18 6L6 18'],
  'copy': ['M9 9h11v11H9z', 'M15 9V4H4v11h5'],
  'dash': ['M7 12h10'],
  'download': ['M12 4v11', 'M7 10.5l5 5 5-5', 'M5 20h14'],
  'edit': ['M4 20l1-4L16.5 4.5l3 3L8 19z', 'M14.5 6.5l3 3'],
  'file': ['M7 3h7l4 4v14H6V3z', 'M14 3v5h4'],
  'gate': ['M12 3l7 3v5.5c0 4.3-2.8 7.6-7 9.5-4.2-1.9-7-5.2-7-9.5V6z'],
  'menu': ['M4 7h16', 'M4 12h16', 'M4 17h16'],
  'note': ['M5 4h14v11l-5 5H5z', 'M14 20v-5h5'],
  'paperclip': ['M19 11l-7.5 7.5a4.5 4.5 0 0 1-6.4-6.4L13 4.3a3 3 0 0 1 4.2 4.2l-7.6 7.6a1.5 1.5 0 0 1-2.1-2.1l6.8-6.8'],
  'people': ['M9 5.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z', 'M3.5 19c.4-3 2.6-5 5.5-5s5.1 2 5.5 5', 'M15.5 5.8a3 3 0 0 1 0 5.4', 'M17 14.4c2 .6 3.2 2.2 3.5 4.6'],
  'pencil': ['M5 19l1-4L16 5l3 3L9 18z', 'M14 7l3 3'],
  'plus': ['M12 5v14', 'M5 12h14'],
  'question': ['M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z', 'M9.7 10a2.4 2.4 0 1 1 3.4 2.2c-.8.4-1.1.8-1.1 1.6', 'M12 16.3v.2'],
  'search': ['M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12z', 'M15.5 15.5L20 20'],
  'stop': ['M6 6h12v12H6z'],
  'warning': ['M12 4l9 16H3z', 'M12 10v4.5', 'M12 17.2v.3'],
} as const satisfies Record<string, readonly string[]>

export type UiIconName = keyof typeof uiIcons
