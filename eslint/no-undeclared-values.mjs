/** In our own code every value is imported: what the framework would import by itself counts as undeclared. */
export const noUndeclaredValues = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { undeclared: '{{ name }} is used without an import.' },
  },
  create(context) {
    return {
      'Program:exit'(program) {
        for (const { identifier, isValueReference, isTypeOf } of listUnresolved(context.sourceCode.getScope(program))) {
          if (isValueReference !== false && !isTypeOf) {
            context.report({ node: identifier, messageId: 'undeclared', data: { name: identifier.name } })
          }
        }
      },
    }
  },
}

function listUnresolved(globalScope) {
  return globalScope.through.map((reference) => ({
    identifier: reference.identifier,
    isValueReference: reference.isValueReference,
    isTypeOf: reference.identifier.parent?.type === 'UnaryExpression' && reference.identifier.parent.operator === 'typeof',
  }))
}
