import { defineEventHandler } from 'h3'

/**
 * HEAD asks for what GET would answer, without its body, which Node leaves out by itself. A stream, which would hold
 * the connection for nothing, ends where its body begins. Stands before everything that looks at the method.
 */
export default defineEventHandler((event) => {
  const { req, res } = event.node
  if (req.method !== 'HEAD') return
  req.method = 'GET'
  // The event keeps the method that it was first asked for, which may have been before.
  event._method = 'GET'
  res.write = () => {
    res.end()
    return true
  }
})
