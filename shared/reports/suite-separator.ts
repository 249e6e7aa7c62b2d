/** Stands between the suites of a path, outermost first. */
export const suiteSeparator = ' › '
