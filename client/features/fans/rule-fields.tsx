import { Trans, useLingui } from '@lingui/react/macro'
import { beginningOf } from '../../core/page/page-name.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import type { ListValues } from './list-values.ts'

type Props = {
  values: ListValues
  edit: (change: Partial<ListValues>) => void
  /** A list that exists keeps its kind: by hand, or by a rule. */
  only: 'manual' | 'rule' | null
}

/** The rule of a list in plain words. */
export function RuleFields({ values, edit, only }: Props) {
  const { t } = useLingui()
  if (only === 'manual') return null
  return (
    <>
      <SelectField
        label={t`Fans on the list`}
        value={values.kind}
        onChange={({ target: { value } }) => edit({ kind: value as ListValues['kind'] })}
      >
        {only === null && <option value="manual">{t`Those whom you choose`}</option>}
        <option value="subscribers">{t`Subscribe now`}</option>
        <option value="expired">{t`Have subscribed, and do not any more`}</option>
        <option value="spent">{t`Spent tokens`}</option>
        <option value="unseen">{t`Not seen for some days`}</option>
        <option value="bought">{t`Bought a certain thing`}</option>
        <option value="never-bought">{t`Follow or subscribe, and never bought anything`}</option>
      </SelectField>
      {values.kind === 'spent' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label={t`At least this many tokens`}
            value={values.tokens}
            onText={(tokens) => edit({ tokens })}
          />
          <NumberField label={t`In this many days`} value={values.days} onText={(days) => edit({ days })} />
        </div>
      )}
      {values.kind === 'unseen' && (
        <NumberField
          label={t`Not seen for this many days`}
          value={values.unseenDays}
          onText={(unseenDays) => edit({ unseenDays })}
        />
      )}
      {values.kind === 'bought' && <ThingField value={values.thing} onThing={(thing) => edit({ thing })} />}
    </>
  )
}

type NumberProps = { label: string; value: string; onText: (text: string) => void }

function NumberField({ label, value, onText }: NumberProps) {
  return (
    <TextField
      label={label}
      inputMode="numeric"
      dir="ltr"
      maxLength={7}
      value={value}
      onChange={({ target }) => onText(target.value)}
    />
  )
}

/** Chooses among the creator's own things with a price: assets and posts. */
function ThingField({ value, onThing }: { value: string; onThing: (thing: string) => void }) {
  const { t } = useLingui()
  const things = useThings()
  if (things === undefined) return null
  if (things.length === 0 && value === '') {
    return (
      <p role="status" className="text-muted">
        <Trans>You have nothing with a price yet. Publish a post, video, gallery or product with a price first.</Trans>
      </p>
    )
  }
  const isUnknown = value !== '' && !things.some(({ kind, _id }) => `${kind}:${_id}` === value)
  return (
    <SelectField label={t`The thing`} value={value} onChange={({ target }) => onThing(target.value)}>
      <option value="">{t`Choose a thing`}</option>
      {isUnknown && <option value={value}>{t`The thing chosen before`}</option>}
      {things.map(({ _id, kind, title }) => (
        <option key={_id} value={`${kind}:${_id}`}>
          {title || t`No text yet`}
        </option>
      ))}
    </SelectField>
  )
}

type Thing = { _id: string; kind: string; title: string }

/** Things that fans can have bought, of those that this device holds; undefined until they are read. */
function useThings(): Thing[] | undefined {
  const { db, inside } = useSync()
  return useLiveQuery(async () => {
    const { account } = inside.replica
    const assets = await db['own-assets'].filter(({ price }) => price > 0).toArray()
    const posts = await db.posts
      .where('[performerId+seq]')
      .between([account, 1], [account, Infinity])
      .filter(({ access, status }) => access === 'paid' && status !== 'removed')
      .reverse()
      .toArray()
    return [...assets, ...posts.map(({ _id, text }) => ({ _id, kind: 'feed', title: beginningOf(text) }))]
  }, [db, inside])
}
