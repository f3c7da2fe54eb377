import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { currentSync } from '../../core/sync/sync.ts'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { SelectField } from '../../ui/form/text-field.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'

type Props = { listId: string; error: string | undefined; onChoose: (listId: string) => void }

/** The list of fans who can use an offer, out of those that this device holds. */
export function ListField({ listId, error, onChoose }: Props) {
  const { t } = useLingui()
  const lists = useLiveQuery(async () => currentSync()?.db['fan-lists'].orderBy('name').toArray())
  if (lists?.length === 0) {
    return (
      <p role="status">
        <Trans>You have no lists of fans yet. Make one first.</Trans>{' '}
        <Link to="/creator/lists" className={textLinkClass}>
          <Trans>Lists</Trans>
        </Link>
      </p>
    )
  }
  return (
    <SelectField label={t`List`} value={listId} error={error} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">{t`Choose a list`}</option>
      {lists?.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
