import type { Environment } from '#layers/northlight/server/utils/env.ts'
import type { PageSurface } from '#layers/northlight/shared/host/page-surface.ts'
import { officeHosts } from './office-hosts.ts'

type PageEnvironment = Pick<Environment, 'NORTHLIGHT_AUTH' | 'NORTHLIGHT_URL' | 'NORTHLIGHT_EMBED_ORIGINS'>

/** In local mode any page of this machine may frame the chat; a policy can't name the IPv6 loopback. */
const loopbackOrigins = ['http://localhost:*', 'http://127.0.0.1:*', 'https://localhost:*', 'https://127.0.0.1:*']

/** What no page of ours asks for. */
const unusedFeatures = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'usb']

const yearSeconds = 31_536_000

/** The headers of a page of ours, whose own scripts and styles carry `nonce`. Why each: docs/security.md. */
export function planPageHeaders(surface: PageSurface, environment: PageEnvironment, nonce: string): Record<string, string> {
  const isSecure = isServedSecurely(environment)
  return {
    'content-security-policy': toPolicy(surface, environment, nonce, isSecure),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    // Office talks to a pane's dialog through its opener.
    'cross-origin-opener-policy': surface === 'word' ? 'unsafe-none' : 'same-origin',
    ...(isSecure ? { 'strict-transport-security': `max-age=${yearSeconds}` } : {}),
  }
}

function isServedSecurely({ NORTHLIGHT_URL }: Pick<PageEnvironment, 'NORTHLIGHT_URL'>): boolean {
  return NORTHLIGHT_URL?.startsWith('https:') ?? false
}

function toPolicy(surface: PageSurface, environment: PageEnvironment, nonce: string, isSecure: boolean): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ['\'none\''],
    'script-src': [`'nonce-${nonce}'`, '\'strict-dynamic\''],
    'style-src': ['\'self\'', `'nonce-${nonce}'`],
    'img-src': ['\'self\''],
    'connect-src': ['\'self\''],
    'font-src': ['\'self\''],
    'worker-src': ['\'self\''],
    'manifest-src': ['\'self\''],
    'frame-src': ['\'none\''],
    'object-src': ['\'none\''],
    'base-uri': ['\'none\''],
    'form-action': ['\'none\''],
    'frame-ancestors': toFrameAncestors(surface, environment),
    'require-trusted-types-for': ['\'script\''],
    'trusted-types': ['vue', 'northlight-code'],
    ...(isSecure ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(directives).map(([name, sources]) => [name, ...sources].join(' ')).join('; ')
}

function toFrameAncestors(surface: PageSurface, { NORTHLIGHT_AUTH, NORTHLIGHT_EMBED_ORIGINS }: PageEnvironment): readonly string[] {
  if (surface === 'word') return officeHosts
  const origins = [...NORTHLIGHT_EMBED_ORIGINS, ...(NORTHLIGHT_AUTH === 'local' ? loopbackOrigins : [])]
  return surface === 'embed' && origins.length > 0 ? origins : ['\'none\'']
}
