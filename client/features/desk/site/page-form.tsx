import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskPage } from '@vesper/sync/vesper/api/desk-pages.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { PAGE_BODY_MAX, PAGE_TITLE_MAX } from '@vesper/sync/vesper/api/pages.ts'
import type { PageLocale } from '@vesper/sync/vesper/api/pages.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { fieldErrors } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { languages } from '../../../core/preferences/languages.ts'
import { PageArticle } from '../../../entities/site-pages/page-article.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { ChangedElsewhere } from './changed-elsewhere.tsx'
import { EditorNotes } from './editor-notes.tsx'
import { RemovePage } from './remove-page.tsx'
import type { Edited } from './use-edited.ts'
import { useSave } from './use-save.ts'

type Text = { title: string; body: string }

type Props = {
  name: { slug: string; locale: PageLocale }
  /** Null for a new one. */
  page: DeskPage | null
  edited: Edited<Text, string>
  reload: () => Promise<unknown>
  onClose: () => void
  /** Fields above the title. */
  children?: ReactNode
}

/** The title and text of a page beside the look that visitors will have of it. */
export function PageForm({ name, page, edited, reload, onClose, children }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { title, body } = edited.values
  const path = `/desk/pages/${encodeURIComponent(name.slug)}/${name.locale}`
  const leave = () => {
    edited.drop()
    onClose()
  }
  const save = useSave({
    ...{ reload },
    send: (isPublished: boolean) =>
      callApi({ method: 'PUT', path, body: { version: edited.version, title, body, isPublished }, answer: Done }),
    onSaved: leave,
  })
  const wrong = fieldErrors(save.error, ['title', 'body'])
  const isContested = edited.isContested && !save.busy
  const cannot = isOffline || isContested || title.trim() === '' || body.trim() === '' || name.slug === ''
  return (
    <div className="grid grid-cols-1 gap-4">
      <Head page={page} onClose={onClose} />
      {isContested && page && (
        <ChangedElsewhere onKeepMine={edited.keepMine} onTakeTheirs={edited.drop}>
          {`${page.title}\n\n${page.body}`}
        </ChangedElsewhere>
      )}
      {children}
      <TextField
        label={t`Title`}
        lang={name.locale}
        dir="auto"
        error={wrong.title}
        maxLength={PAGE_TITLE_MAX}
        value={title}
        onChange={(event) => edited.type({ title: event.currentTarget.value })}
      />
      <TextArea
        label={t`Text`}
        lang={name.locale}
        hint={t`“## ” begins a heading, “- ” an item of a list. An empty line ends a paragraph. A link is [words](address).`}
        error={wrong.body}
        className="max-h-[32rem] min-h-60"
        maxLength={PAGE_BODY_MAX}
        value={body}
        onChange={(event) => edited.type({ body: event.currentTarget.value })}
      />
      <EditorNotes error={isContested ? null : save.error} isOffline={isOffline} />
      <div className="flex flex-wrap gap-2">
        <Button busy={save.busy} disabled={cannot} onClick={() => void save.run(true)}>
          <Trans>Publish</Trans>
        </Button>
        <Button kind="secondary" disabled={cannot || save.busy} onClick={() => void save.run(false)}>
          <Trans>Save draft</Trans>
        </Button>
        {edited.isChanged && (
          <Button kind="quiet" disabled={save.busy} onClick={edited.drop}>
            <Trans>Discard changes</Trans>
          </Button>
        )}
        {page && <Removals page={page} disabled={isOffline || save.busy} onRemoved={leave} />}
      </div>
      <Preview title={title} body={body} locale={name.locale} />
    </div>
  )
}

/** The ways to take texts of the operator away, each behind its question. */
function Removals({ page, disabled, onRemoved }: { page: DeskPage; disabled: boolean; onRemoved: () => void }) {
  const [removing, setRemoving] = useState<'draft' | 'page' | null>(null)
  return (
    <>
      {page.hasDraft && page.standing !== 'draft' && (
        <Button kind="secondary" disabled={disabled} onClick={() => setRemoving('draft')}>
          <Trans>Discard draft</Trans>
        </Button>
      )}
      {isOwn(page) && (
        <Button kind="secondary" disabled={disabled} onClick={() => setRemoving('page')}>
          {page.isSpecial ? <Trans>Back to the built-in text</Trans> : <Trans>Delete page</Trans>}
        </Button>
      )}
      {removing && <RemovePage page={page} what={removing} onClose={() => setRemoving(null)} onRemoved={onRemoved} />}
    </>
  )
}

function Head({ page, onClose }: Pick<Props, 'page' | 'onClose'>) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button kind="secondary" onClick={onClose}>
        <Trans>All pages</Trans>
      </Button>
      {page && (
        <h2 className="min-w-0 text-lg font-bold wrap-anywhere">
          <bdi>{page.slug}</bdi> · {languages[page.locale].name}
        </h2>
      )}
    </div>
  )
}

/** Tells if the operator has a text that can go. */
function isOwn({ isSpecial, hasDraft, standing }: DeskPage): boolean {
  return !isSpecial || hasDraft || standing === 'published'
}

function Preview({ title, body, locale }: Text & { locale: PageLocale }) {
  const { t } = useLingui()
  if (title.trim() === '' && body.trim() === '') return null
  return (
    <section
      aria-label={t`Preview`}
      // A link of the text leads away from the words that are typed.
      onClickCapture={(event) => event.preventDefault()}
      className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4"
    >
      <p className="text-sm text-muted">{t`Preview`}</p>
      {title.trim() !== '' && (
        <h2 lang={locale} dir="auto" className="text-xl font-bold wrap-anywhere">
          {title}
        </h2>
      )}
      <PageArticle locale={locale} body={body} />
    </section>
  )
}
