/** The server gave up waiting for the request: it may have begun. */
const requestTimeout = 408
/** Moved, with nothing done. Others, as 303, can follow something that was done. */
const moved = [300, 301, 307, 308]

/** Whether a status says for certain that nothing was done there because it has moved. */
export function hasMoved(status: number): boolean {
  return moved.includes(status)
}

/** Whether a status says for certain that nothing was done there because it was refused. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== requestTimeout
}
