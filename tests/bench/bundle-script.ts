import { build } from 'vite'

export interface BundledScript {
  script: string
  style: string
}

/** A script for a page, with all that it imports, as one file that needs no server. */
export async function bundleScript(entry: string): Promise<BundledScript> {
  const built = await build({
    configFile: false, logLevel: 'error',
    build: { write: false, target: 'esnext', lib: { entry, formats: ['iife'], name: 'bundled', cssFileName: 'style' } },
  })
  const outputs = [built].flat().flatMap((result) => 'output' in result ? result.output : [])
  const style = outputs.find((output) => output.type === 'asset' && output.fileName.endsWith('.css'))
  return {
    script: outputs.map((output) => output.type === 'chunk' ? output.code : '').join(''),
    style: style?.type === 'asset' ? String(style.source) : '',
  }
}
