import { Trans, useLingui } from '@lingui/react/macro'
import { LibraryTags } from '@vesper/sync/vesper/api/files.ts'
import type { ReactNode } from 'react'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import type { LibraryFilter } from './use-library.ts'

type Kind = 'photo' | 'video' | 'audio' | 'other'

type Props = {
  kinds: readonly Kind[]
  filter: LibraryFilter
  onChange: (filter: LibraryFilter) => void
}

/** Narrows the library: by name, kind, tag, and whether something shows a file. */
export function LibraryFilters({ kinds, filter, onChange }: Props) {
  const { t } = useLingui()
  const { data } = useKeptAnswer('/performer/files/tags', LibraryTags)
  const tags = (data?.data ?? []).map(({ tag }) => tag)
  const offered = filter.tag && !tags.includes(filter.tag) ? [filter.tag, ...tags] : tags
  return (
    <div role="search" aria-label={t`Narrow the library`} className="grid grid-cols-2 gap-3">
      <TextField
        fieldClassName="col-span-2"
        label={t`Search by name`}
        type="search"
        maxLength={100}
        autoComplete="off"
        value={filter.q ?? ''}
        onChange={(event) => onChange({ ...filter, q: event.target.value })}
      />
      {kinds.length > 1 && (
        <Choice label={t`Kind`} value={filter.type} onChange={(type) => onChange({ ...filter, type: type as Kind })}>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              <KindName kind={kind} />
            </option>
          ))}
        </Choice>
      )}
      {offered.length > 0 && (
        <Choice label={t`Tag`} value={filter.tag} onChange={(tag) => onChange({ ...filter, tag })}>
          {offered.map((tag) => (
            <option key={tag} value={tag}>
              #{tag}
            </option>
          ))}
        </Choice>
      )}
      <Choice
        label={t`Use`}
        value={filter.used}
        onChange={(used) => onChange({ ...filter, used: used as 'yes' | 'no' })}
      >
        <option value="yes">{t`Used`}</option>
        <option value="no">{t`Not used yet`}</option>
      </Choice>
    </div>
  )
}

type ChoiceProps = {
  label: string
  value: string | undefined
  children: ReactNode
  onChange: (value: string | undefined) => void
}

function Choice({ label, value, children, onChange }: ChoiceProps) {
  const { t } = useLingui()
  return (
    <SelectField label={label} value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
      <option value="">{t`All`}</option>
      {children}
    </SelectField>
  )
}

/** The name of a file's kind. */
export function KindName({ kind }: { kind: Kind }): ReactNode {
  switch (kind) {
    case 'photo':
      return <Trans>Photo</Trans>
    case 'video':
      return <Trans>Video</Trans>
    case 'audio':
      return <Trans>Sound</Trans>
    case 'other':
      return <Trans>File</Trans>
  }
}
