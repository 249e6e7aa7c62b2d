import { defineEventHandler } from 'h3'

/**
 * HEAD asks for what GET would answer, without its body, which Node leaves out by itself. A stream, which would hold
 * the connection for nothing, ends where its body begins. Stands before everything that looks at the method.
 */
export default defineEventHandler(({ node: { req, res } }) => {
  if (req.method !== 'HEAD') return
  req.method = 'GET'
  res.write = () => {
    res.end()
    return true
  }
})
