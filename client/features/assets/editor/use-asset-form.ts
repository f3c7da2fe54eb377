import type { AssetFields } from '@vesper/sync/vesper/api/asset-fields.ts'
import { soldFileIds } from '@vesper/sync/vesper/records/asset.ts'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formsOf } from '../../../core/forms/form-draft-storage.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import type { PagedKind } from '../asset-path.ts'
import { formOf, readForm } from './asset-form.ts'
import type { AssetForm, FieldErrors } from './asset-form.ts'

/** The form is saved this long after the last key. */
const PAUSE_MS = 500

export type AssetEditing = {
  form: AssetForm
  errors: FieldErrors
  edit: (change: Partial<AssetForm>) => void
  /**
   * Saves what is typed, and `more` with it, which may be made of the asset as this device has it by then. A new asset without a title gets `titleIfNone`, or is not begun. Rejects where
   * this device cannot keep it.
   */
  save: (more?: More, titleIfNone?: string) => Promise<void>
  /** Drops what is typed and not saved. */
  forget: () => void
}

export type More = AssetFields | ((held: OwnAsset | null) => AssetFields)

type Options = { account: string; kind: PagedKind; assetId: string; asset: OwnAsset | null }

/** The fields of an own asset. Typed text is on the device at once, and saved as soon as it is valid. */
export function useAssetForm({ account, kind, assetId, asset }: Options): AssetEditing {
  const sync = useSync()
  const name = `asset:${assetId}`
  const [typed, setTyped] = useState<Partial<AssetForm>>(() => formsOf(account).read(name))
  const latest = useRef(typed)
  const keep = useCallback(
    (next: Partial<AssetForm>) => {
      latest.current = next
      setTyped(next)
      if (Object.keys(next).length > 0) formsOf(account).write(name, next)
      else formsOf(account).remove(name)
    },
    [account, name],
  )
  const save = async (more: More = {}, titleIfNone?: string) => {
    // As the device has it now: a file may have taken seconds to be read.
    const held = (await sync.db['own-assets'].get(assetId)) ?? null
    const given = latest.current
    const { changes, errors } = readForm(kind, held, given)
    const isBegun = held !== null || changes.title !== undefined
    const added = typeof more === 'function' ? more(held) : more
    const all = { ...changes, ...added, ...(!isBegun && titleIfNone !== undefined && { title: titleIfNone }) }
    if (held === null && all.title === undefined) return
    if (Object.keys(all).length > 0) {
      const shown = held && { ...held, fileIds: soldFileIds(held) }
      const base = shown
        ? Object.fromEntries(Object.keys(all).map((field) => [field, shown[field as keyof OwnAsset]]))
        : {}
      await sync.mutate('asset.save', { _id: assetId, kind, base, changes: all, editedAt: new Date().toISOString() })
    }
    // Wrong fields stay to be corrected, with the access that their price belongs to; so does what was typed meanwhile.
    const isWrong = (field: string) =>
      isBegun ? field in errors || (field === 'access' && 'price' in errors) : field !== 'title'
    const left = Object.entries(latest.current).filter(
      ([field, value]) => isWrong(field) || value !== given[field as keyof AssetForm],
    )
    keep(Object.fromEntries(left))
  }
  const saveQuietly = useEffectEvent(() => void save().catch((error: unknown) => console.warn(error)))
  useEffect(() => {
    if (Object.keys(typed).length === 0) return
    const timer = setTimeout(() => saveQuietly(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    const flush = () => saveQuietly()
    const events = ['pagehide', 'vesper:flush-drafts'] as const
    for (const event of events) addEventListener(event, flush)
    return () => {
      for (const event of events) removeEventListener(event, flush)
      flush()
    }
  }, [])
  const { errors } = readForm(kind, asset, typed)
  return {
    form: { ...formOf(asset), ...typed },
    errors,
    edit: (change) => keep({ ...latest.current, ...change }),
    save,
    forget: () => keep({}),
  }
}
