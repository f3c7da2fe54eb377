import type { PageLocale } from '@vesper/sync/vesper/api/pages.ts'
import { PageText } from './page-text.tsx'

/** The text of a site page in its language, which may be another one than the app's. */
export function PageArticle({ locale, body }: { locale: PageLocale; body: string }) {
  return (
    <article
      lang={locale}
      dir={locale === 'ar' ? 'rtl' : 'ltr'}
      className="grid grid-cols-1 gap-3 leading-relaxed [overflow-wrap:anywhere]"
    >
      <PageText body={body} />
    </article>
  )
}
