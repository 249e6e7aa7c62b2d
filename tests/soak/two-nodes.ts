import { once } from 'node:events'
import process from 'node:process'
import { nodesMissing, startTwoNodes } from '#layers/northlight/tests/e2e/support/two-nodes.ts'

/** `npm run soak -- by-hand`: two built servers behind a proxy, on a database and a Redis of their own, until Ctrl-C. */
if (nodesMissing) {
  console.log(`Skipped: ${nodesMissing}.`)
}
else {
  const nodes = await startTwoNodes({ NORTHLIGHT_MODEL: 'demo:paced' })
  console.log(`Both:   ${nodes.proxy.url}\nFirst:  ${nodes.a.url} (process ${nodes.a.process.pid})\nSecond: ${nodes.b.url} (process ${nodes.b.process.pid})\nRedis:  ${nodes.redis.url}\n\nCtrl-C ends them and drops the database.`)
  const alive = setInterval(() => {}, 60_000)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  clearInterval(alive)
  await nodes.stop()
}
