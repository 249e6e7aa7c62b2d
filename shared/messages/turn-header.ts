/** Names the turn that a stream is of: event numbers count within one turn only. */
export const turnHeader = 'x-northlight-turn'
