/** Of a chat, in UTF-16 units. */
export const longestTitle = 200
