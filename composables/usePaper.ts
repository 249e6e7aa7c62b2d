import { onBeforeUnmount, onMounted } from 'vue'

/** Mounts the whole of a long transcript while it is printed, by whatever menu. */
export function usePaper(showWhole: (whole: boolean) => Promise<void>): void {
  const begin = () => void showWhole(true)
  const end = () => void showWhole(false)
  onMounted(() => {
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
  })
  onBeforeUnmount(() => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  })
}
