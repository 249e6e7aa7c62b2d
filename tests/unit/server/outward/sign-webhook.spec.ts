import { expect, it } from 'vitest'
import { signWebhook } from '#layers/northlight/server/outward/sign-webhook.ts'

// The example of the Standard Webhooks specification.
it('signs as Standard Webhooks does', () => {
  expect(signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', at: 1_614_265_330_999 })).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'webhook-timestamp': '1614265330', 'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})
