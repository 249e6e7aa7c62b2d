/** Of a rejection, in UTF-16 units: it is the model's to read. */
export const longestReason = 2_000
