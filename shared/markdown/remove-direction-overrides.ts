const directionOverrides = /[\u202D\u202E]/g

/** Text without the two characters that make what follows read backwards ("gpj.exe" as "exe.jpg"). */
export function removeDirectionOverrides(text: string): string {
  return text.replace(directionOverrides, '')
}
