import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Loaded into a server by a test: at SIGUSR2 it prints what is alive in the process, as one line of JSON. */
const kinds = ['Timeout', 'Immediate', 'MessagePort', 'FSEventWrap']

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('SIGUSR2', () => {
  collect()
  const active = process.getActiveResourcesInfo()
  const counts = Object.fromEntries(kinds.map((kind) => [kind, active.filter((name) => name === kind).length]))
  console.log(`resources ${JSON.stringify({ ...counts, sockets: active.filter((name) => name === 'TCPSocketWrap').length, listeners: process.eventNames().map((name) => process.listenerCount(name)).reduce((sum, count) => sum + count, 0), heapBytes: process.memoryUsage().heapUsed })}`)
})
