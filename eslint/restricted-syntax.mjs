/** Shapes that no file of the product has, each with what to do instead (architecture.md, "Shapes that repeat"). */
export const restrictedSyntax = [
  {
    selector: 'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]',
    message: 'Parse the value or narrow its type; a double cast hides what is wrong.',
  },
  {
    selector: 'CallExpression[callee.name=/^watch/] Property[key.name="deep"]',
    message: 'Watch the value that matters; a deep watch walks whole messages at every chunk.',
  },
  {
    selector: 'Property[key.name="behavior"][value.value="smooth"]',
    message: 'Scrolling by script is instant; only the reader\'s own scrolling is smooth.',
  },
]

export const bareEnvironment = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'Add the variable to server/utils/env.ts and take it from there.',
}

export const bareJsonParse = {
  // What goes straight into a schema, and a copy through JSON, are no bare parses.
  selector: 'CallExpression[callee.object.name="JSON"][callee.property.name="parse"]'
    + ':not(CallExpression[callee.object.name!="JSON"][callee.property.name=/^(safeParse|parse)$/] > CallExpression)'
    + ':not([arguments.0.callee.object.name="JSON"][arguments.0.callee.property.name="stringify"])',
  message: 'Hand the parsed value straight to a schema: xSchema.parse(JSON.parse(text)).',
}

export const bareConsole = {
  selector: 'MemberExpression[object.name="console"]',
  message: 'Write to the log of the services, which masks secrets and is one line an event.',
}
