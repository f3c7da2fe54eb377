import { Trans, useLingui } from '@lingui/react/macro'
import { MENU_ITEMS_MAX, TipMenu } from '@vesper/sync/vesper/api/tip-menu.ts'
import { useUnit } from 'effector-react'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useFreshAnswer } from '../../../core/api/use-fresh-answer.ts'
import { $offline } from '../../../core/connection/model.ts'
import { parseWhole } from '../../../core/forms/parse-whole.ts'
import { GoalProgress } from '../../../entities/tips/goal-progress.tsx'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { showToast } from '../../../ui/overlay/toast.ts'

const PRICE = { least: 1, most: 1_000_000 }

type Line = { _id: string; title: string; price: string }
type Form = { version: number; items: Line[]; goal: (Line & { isNew: boolean }) | null }

/** The lines that tips buy, and the goal that they help to reach. */
export function MenuEditor({ userId }: { userId: string }) {
  const { data, mutate } = useFreshAnswer(`/tip-menu/${userId}`, TipMenu)
  return data && <MenuForm key={data.version} menu={data} onSaved={() => void mutate()} />
}

function MenuForm({ menu, onSaved }: { menu: TipMenu; onSaved: () => void }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [form, setForm] = useState<Form>(() => formOf(menu))
  const { items, goal } = form
  const setItems = (next: Line[]) => setForm({ ...form, items: next })
  const isValid = [...items, ...(goal ? [goal] : [])].every(isComplete)
  const save = useAction(async () => {
    const body = { version: menu.version, items: items.map(lineOf), goal: goal && goalOf(goal) }
    await callApi({ method: 'PUT', path: '/tip-menu', body, answer: TipMenu })
    onSaved()
    void showToast('success', t`Changes saved`)
  })
  return (
    <form
      className="grid gap-4 pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save.run()
      }}
    >
      <ul role="list" aria-label={t`Tip menu`} className="grid gap-3">
        {items.map((line, at) => (
          <li key={line._id} className="grid gap-2 rounded-control border border-line p-3">
            <LineFields
              line={line}
              titleLabel={t`What a fan gets`}
              priceLabel={t`Tokens`}
              onChange={(next) => setItems(items.with(at, next))}
            />
            <div className="flex justify-end">
              <IconButton label={t`Move up`} disabled={at === 0} onClick={() => setItems(moved(items, at, at - 1))}>
                <ArrowUp className="size-5" />
              </IconButton>
              <IconButton
                label={t`Move down`}
                disabled={at === items.length - 1}
                onClick={() => setItems(moved(items, at, at + 1))}
              >
                <ArrowDown className="size-5" />
              </IconButton>
              <IconButton label={t`Remove`} onClick={() => setItems(items.toSpliced(at, 1))}>
                <Trash2 className="size-5" />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
      <Button
        kind="secondary"
        icon={<Plus className="size-5" />}
        disabled={items.length >= MENU_ITEMS_MAX}
        onClick={() => setItems([...items, { _id: v7(), title: '', price: '' }])}
      >
        <Trans>Add a line</Trans>
      </Button>
      <Goal menu={menu} goal={goal} onChange={(next) => setForm({ ...form, goal: next })} />
      <div role="alert">{save.error !== null && <Notice tone="danger">{errorMessage(save.error)}</Notice>}</div>
      <Button type="submit" kind="secondary" busy={save.busy} disabled={isOffline || !isValid}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}

function Goal({ menu, goal, onChange }: { menu: TipMenu; goal: Form['goal']; onChange: (goal: Form['goal']) => void }) {
  const { t } = useLingui()
  if (!goal) {
    return (
      <Button
        kind="secondary"
        icon={<Plus className="size-5" />}
        onClick={() => onChange({ _id: v7(), title: '', price: '', isNew: true })}
      >
        <Trans>Set a goal</Trans>
      </Button>
    )
  }
  return (
    <section aria-label={t`Goal`} className="grid gap-2 rounded-control border border-line p-3">
      {menu.goal && !goal.isNew && <GoalProgress goal={menu.goal} />}
      <LineFields
        line={goal}
        titleLabel={t`What the tips are for`}
        priceLabel={t`Tokens in all`}
        onChange={(next) => onChange({ ...goal, ...next })}
      />
      <Button kind="quiet" onClick={() => onChange(null)}>
        <Trans>End the goal</Trans>
      </Button>
    </section>
  )
}

type FieldsProps = { line: Line; titleLabel: string; priceLabel: string; onChange: (line: Line) => void }

function LineFields({ line, titleLabel, priceLabel, onChange }: FieldsProps) {
  const { t } = useLingui()
  const isWrong = line.price !== '' && parseWhole(line.price, PRICE) === null
  return (
    <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_8rem]">
      <TextField
        label={titleLabel}
        value={line.title}
        maxLength={60}
        dir="auto"
        onChange={(event) => onChange({ ...line, title: event.currentTarget.value })}
      />
      <TextField
        label={priceLabel}
        inputMode="numeric"
        value={line.price}
        error={isWrong ? t`Choose whole tokens.` : undefined}
        onChange={(event) => onChange({ ...line, price: event.currentTarget.value })}
      />
    </div>
  )
}

function formOf({ version, items, goal }: TipMenu): Form {
  return {
    version,
    items: items.map(({ price, ...line }) => ({ ...line, price: String(price) })),
    goal: goal && { _id: goal._id, title: goal.title, price: String(goal.tokens), isNew: false },
  }
}

function isComplete({ title, price }: Line): boolean {
  return title.trim() !== '' && parseWhole(price, PRICE) !== null
}

function lineOf({ _id, title, price }: Line) {
  return { _id, title, price: parseWhole(price, PRICE) }
}

function goalOf({ _id, title, price }: Line) {
  return { _id, title, tokens: parseWhole(price, PRICE) }
}

function moved(items: Line[], from: number, to: number): Line[] {
  const line = items[from]
  return line ? items.toSpliced(from, 1).toSpliced(to, 0, line) : items
}
