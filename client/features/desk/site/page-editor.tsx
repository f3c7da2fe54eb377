import { useLingui } from '@lingui/react/macro'
import { DeskPage, NEW_PAGE } from '@vesper/sync/vesper/api/desk-pages.ts'
import { PAGE_LOCALES } from '@vesper/sync/vesper/api/pages.ts'
import type { PageLocale } from '@vesper/sync/vesper/api/pages.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { languages } from '../../../core/preferences/languages.ts'
import { SelectField, TextField } from '../../../ui/form/text-field.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { PageForm } from './page-form.tsx'
import { useEdited } from './use-edited.ts'

type Name = { slug: string; locale: PageLocale }

/** Edits a page that exists. */
export function PageEditor({ name, onClose }: { name: Name; onClose: () => void }) {
  const { t } = useLingui()
  const { data, error, mutate } = useDeskAnswer(`/desk/pages/${name.slug}/${name.locale}`, DeskPage)
  if (data) return <OldPageForm page={data} reload={() => mutate()} onClose={onClose} />
  if (error === undefined) return <Skeleton className="h-96 rounded-card" />
  return (
    <ErrorState title={t`This page could not be loaded`} message={errorMessage(error)} onRetry={() => void mutate()} />
  )
}

type OldProps = { page: DeskPage; reload: () => Promise<unknown>; onClose: () => void }

function OldPageForm({ page, reload, onClose }: OldProps) {
  const { _id, title, body, version } = page
  const edited = useEdited(`page:${_id}`, { values: { title, body }, version })
  return <PageForm {...{ page, edited, reload, onClose }} name={page} />
}

const NOTHING = { values: { slug: '', locale: 'en' as PageLocale, title: '', body: '' }, version: NEW_PAGE }

/** Writes another page: its address and its language are chosen too. */
export function NewPageForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const edited = useEdited('page', NOTHING)
  const { slug, locale } = edited.values
  const type = edited.type
  return (
    <PageForm page={null} edited={edited} name={{ slug, locale }} reload={async () => {}} onClose={onClose}>
      <TextField
        label={t`Address`}
        hint={t`Lower-case letters, digits and hyphens. The page is at /pages/${slug}.`}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={60}
        value={slug}
        onChange={(event) => type({ slug: event.currentTarget.value.toLowerCase() })}
      />
      <SelectField
        label={t`Language`}
        value={locale}
        onChange={(event) => type({ locale: event.currentTarget.value as PageLocale })}
      >
        {PAGE_LOCALES.map((one) => (
          <option key={one} value={one}>
            {languages[one].name}
          </option>
        ))}
      </SelectField>
    </PageForm>
  )
}
