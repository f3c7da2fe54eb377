import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { loadCatalogues } from '../../../core/i18n/i18n.ts'
import { showToast } from '../../../ui/overlay/toast.ts'

/** Says that a fan asks for a show, or that the creator has accepted one, with the way there. Its own page says it already. */
export async function announceShow(show: Show, openPath: (path: string) => void): Promise<void> {
  const path = show.status === 'requested' ? '/creator/live/requests' : `/show/${show._id}`
  if (location.pathname === path) return
  await loadCatalogues(['live'])
  const { fan, performer } = show
  const text =
    show.status === 'requested'
      ? i18n._(msg`${fan.name} asks for a private show`)
      : i18n._(msg`${performer.name} has accepted your private show`)
  await showToast('info', text, { label: i18n._(msg`Open`), onPress: () => openPath(path) })
}
