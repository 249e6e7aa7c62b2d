/** In characters; the longest is as much as one hash should cost. */
export const shortestPassword = 10
export const longestPassword = 128
