/** More than a person types; a longer text belongs in a file. In UTF-16 units. */
export const longestText = 100_000
