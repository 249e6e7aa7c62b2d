/** Every error a route can answer with: its HTTP status, what happened, and what to do about it. */
export interface ErrorEntry {
  status: number
  message: string
  fix?: string
  /** After how long it is worth trying again. */
  retryAfterSeconds?: number
}

export const errorCatalogue = {
  'request-invalid': { status: 400, message: 'The request is not of the form that this route takes.' },
  'transcript-invalid': { status: 400, message: 'The transcript holds what is not a message.', fix: 'Export the chat as a list of messages, each with a role and its parts or its text.' },
  'principal-missing': { status: 401, message: 'Northlight answers on this machine only.', fix: 'Open it in a browser on the machine that it runs on, at http://127.0.0.1.' },
  'sign-in-missing': { status: 401, message: 'You are not signed in.', fix: 'Sign in and try again.' },
  'sign-in-refused': { status: 401, message: 'The e-mail address or the password is wrong.', fix: 'Try again, or ask an admin of your organisation.' },
  'api-key-refused': { status: 401, message: 'This API key is not valid.', fix: 'Make one under Settings, API keys, and send it as `Authorization: Bearer` or `x-api-key`.' },
  'organization-missing': { status: 403, message: 'You belong to no organisation.', fix: 'Make one, or ask for an invitation.' },
  'sign-up-closed': { status: 403, message: 'Whoever is new here needs an invitation.', fix: 'Ask an owner or an admin for one.' },
  'scope-missing': { status: 403, message: 'This API key is not made for that.', fix: 'Sign in, and do it there.' },
  'owner-missing': { status: 403, message: 'Only an owner of the organisation may do that.', fix: 'Ask one of them.' },
  'role-missing': { status: 403, message: 'Only an owner or an admin of the organisation may do that.', fix: 'Ask one of them.' },
  'read-only': { status: 403, message: 'This chat is shared with you to read.', fix: 'Start a chat of your own.' },
  'origin-refused': { status: 403, message: 'The request came from another site\'s page.', fix: 'Open Northlight itself and try again there.' },
  'host-refused': { status: 403, message: 'In local mode Northlight answers to loopback names only.', fix: 'Open it at http://127.0.0.1.' },
  'not-found': { status: 404, message: 'There is nothing here.' },
  'chat-not-found': { status: 404, message: 'There is no such chat.', fix: 'Open one from the list of chats.' },
  'dot-not-found': { status: 404, message: 'There is no such dot.' },
  'message-not-found': { status: 404, message: 'There is no such message in this chat.' },
  'run-not-found': { status: 404, message: 'There is no such test run.' },
  'file-not-found': { status: 404, message: 'There is no such file.' },
  'approval-not-found': { status: 404, message: 'There is no such approval.', fix: 'Open one from the Inbox.' },
  'connection-not-found': { status: 404, message: 'There is no such connection.' },
  'organization-not-found': { status: 404, message: 'There is no such organisation, or you do not belong to it.' },
  'member-not-found': { status: 404, message: 'There is no such member in this organisation.' },
  'invitation-not-found': { status: 404, message: 'There is no such invitation for you: it was accepted, withdrawn, is over, or is somebody else\'s.', fix: 'Ask for a new one.' },
  'api-key-not-found': { status: 404, message: 'There is no such API key of yours.' },
  'local-mode': { status: 409, message: 'Northlight runs in local mode: one person, who never signs in.', fix: 'Start it with NORTHLIGHT_AUTH=password to have people sign in.' },
  'account-exists': { status: 409, message: 'Whoever this invitation is for has an account.', fix: 'Sign in to accept it.' },
  'member-exists': { status: 409, message: 'Whoever has this e-mail address is a member already.' },
  'invitation-exists': { status: 409, message: 'There is an invitation for this e-mail address already.', fix: 'Pass its link on, or revoke it first.' },
  'last-owner': { status: 409, message: 'An organisation needs an owner.', fix: 'Make somebody else an owner first.' },
  'message-exists': { status: 409, message: 'A message with this id is in the chat already.', fix: 'Give each message an id of its own.' },
  'approval-decided': { status: 409, message: 'This was decided meanwhile.', fix: 'Look at how it stands now.' },
  'approval-changed': { status: 409, message: 'This is not what waits for a decision: it was changed meanwhile.', fix: 'Read it again, then decide.' },
  'gate-closed': { status: 409, message: 'Nothing of this kind goes out at the moment.', fix: 'Change that under Settings, Dots, or reject it.' },
  'dot-archived': { status: 409, message: 'This dot is archived: it does nothing any more.', fix: 'Bring it back in its settings first.' },
  'connection-missing': { status: 409, message: 'There is no connection for that.', fix: 'An owner or an admin makes one under Settings, Connections.' },
  'connection-exists': { status: 409, message: 'There is a connection of this name already.', fix: 'Choose another name, or delete that one first.' },
  'idempotency-conflict': { status: 409, message: 'This Idempotency-Key was used for another request.', fix: 'Use a new key for a new request.' },
  'turn-in-progress': { status: 409, message: 'An answer is being written in this chat.', fix: 'Wait for it, or stop it first.' },
  'body-too-large': { status: 413, message: 'The request is larger than this route takes.' },
  'file-too-large': { status: 413, message: 'The file is larger than 10 MB, the most that can be attached.', fix: 'Attach a part of it. A test report of any size is added as a report.' },
  'content-type-refused': { status: 415, message: 'This route does not take that content type.' },
  'rate-limited': { status: 429, message: 'That was asked too often in a short time.', fix: 'Wait a moment, then try again.' },
  'turn-too-long': { status: 500, message: 'The agent took too many steps without coming to an answer.', fix: 'Ask for one thing at a time.' },
  'internal': { status: 500, message: 'Northlight failed on its side; nothing was changed.', fix: 'Try again; the server\'s log has the details.' },
  'model-failed': { status: 502, message: 'The model did not answer.', fix: 'Try again, or check NORTHLIGHT_MODEL and its key.' },
  'database-unavailable': { status: 503, message: 'The database does not answer.', fix: 'Try again in a moment.', retryAfterSeconds: 2 },
  'transaction-too-long': { status: 503, message: 'Storing this took longer than 30 seconds: nothing of it was stored.', fix: 'Try again when less is going on, or send it in smaller parts.', retryAfterSeconds: 30 },
  'starting': { status: 503, message: 'Northlight is starting.', fix: 'Try again in a moment.', retryAfterSeconds: 1 },
  'stopping': { status: 503, message: 'Northlight is stopping.', fix: 'Try again in a moment.', retryAfterSeconds: 2 },
} satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorCatalogue
