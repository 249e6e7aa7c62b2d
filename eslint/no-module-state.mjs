/** What holds something that changes. */
const holders = new Set(['ref', 'shallowRef', 'reactive', 'shallowReactive', 'customRef', 'effectScope', 'createPinia'])
const collections = new Set(['Map', 'WeakMap', 'Set', 'WeakSet', 'BroadcastChannel', 'AbortController'])

const isHolder = {
  CallExpression: ({ callee }) => holders.has(callee.name),
  // A collection that is made with its content is a table.
  NewExpression: ({ callee, arguments: given }) => collections.has(callee.name) && given.length === 0,
  ArrayExpression: ({ elements }) => elements.length === 0,
  ObjectExpression: ({ properties }) => properties.length === 0,
}

/** One server renders for many people at once, and all of them share its modules: what changes lives per request or per Pinia instance. */
export const noModuleState = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { state: 'A module is shared by every request; keep what changes in a store, in the services, or in a function.' },
  },
  create(context) {
    return {
      'Program > VariableDeclaration, Program > ExportNamedDeclaration > VariableDeclaration'(declaration) {
        for (const { init } of declaration.declarations) {
          if (declaration.kind !== 'const' || (init && isHolder[init.type]?.(init))) context.report({ node: declaration, messageId: 'state' })
        }
      },
    }
  },
}
