/** The largest file that can be attached, in bytes. */
export const mostFileBytes = 10_000_000

/** Files that one message can bring. */
export const mostFiles = 10

/** Of a file's name, in UTF-16 units. */
export const longestFileName = 200
