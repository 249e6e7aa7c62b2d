import walls, { heavyInTheBrowser, lightComponents } from './.dependency-cruiser.mjs'

/**
 * What the transcript and the composer bring into the browser by way of other files. Types bring nothing and are left
 * out, but for those that a component imports itself, which its compiled form still names: take them by a shared file.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-heavy-import-behind-the-chat',
      severity: 'error',
      // LiveChat mounts the session, and with it the SDK; NewChat mounts LiveChat.
      from: { path: lightComponents, pathNot: '^components/chat/(?:LiveChat|NewChat)\\.vue$' },
      to: { path: heavyInTheBrowser, reachable: true },
    },
  ],
  options: { ...walls.options, tsPreCompilationDeps: false },
}
