import { t } from '@lingui/core/macro'
import { showToast } from '../../ui/overlay/toast.ts'

/** A page of the app to share: its name for people, and the path that the server names as its address. */
export type SharedPage = { name: string; path: string }

/** The whole address of a page, which is the one that its head names. */
export function addressOf({ path }: SharedPage): string {
  return new URL(path, location.origin).href
}

/**
 * Hands the address to the share sheet of the system, else copies it. False where neither is possible, and the address has to
 * be shown. Nothing happens when the user closes the sheet.
 */
export async function sharePage(page: SharedPage): Promise<boolean> {
  if (!('share' in navigator)) return copyLink(page)
  try {
    await navigator.share({ title: page.name, url: addressOf(page) })
    return true
  } catch (error) {
    return (error as Error).name === 'AbortError' || copyLink(page)
  }
}

/** Copies the address, and says so. False where the browser refuses it. */
export async function copyLink(page: SharedPage): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(addressOf(page))
  } catch {
    return false
  }
  void showToast('success', t`Link copied`)
  return true
}
