import { inject, provide, type InjectionKey } from 'vue'

type ToAddress = (url: string) => string

const fileAddressKey: InjectionKey<ToAddress> = Symbol('file address')

/** Our own addresses, in messages without a host, are reached where this surface's routes are. */
export function provideFileAddress(apiUrl: string): void {
  provide(fileAddressKey, (url) => url.startsWith('/api/') ? `${apiUrl}${url}` : url)
}

/** Where the file of a message is reached from here. */
export function useFileAddress(): ToAddress {
  return inject(fileAddressKey, (url) => url)
}
