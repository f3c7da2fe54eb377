import type { MailKey, MailPlaceholder } from '@vesper/sync/vesper/api/desk-mails.ts'
import type { MailWords } from '@vesper/sync/vesper/mails/render-mail.ts'
import { accountTemplates } from './account-templates.ts'
import { creatorTemplates } from './creator-templates.ts'
import { orderTemplates } from './order-templates.ts'
import { subscriptionTemplates } from './subscription-templates.ts'
import type { Template } from './template.ts'

/** Every mail whose words can be changed. Code builds its mails from the same words that stand as the default at the desk. */
export const mailTemplates = {
  ...accountTemplates,
  ...creatorTemplates,
  ...orderTemplates,
  ...subscriptionTemplates,
} satisfies Record<MailKey, Template>

export function templateOf(key: MailKey): Template {
  return mailTemplates[key]
}

export function defaultWords(key: MailKey): MailWords {
  const { subject, paragraphs } = templateOf(key)
  return { subject, text: paragraphs.join('\n\n') }
}

/** The placeholders of a mail as staff see them; `publicUrl`: the address of the site, for the samples of links. */
export function placeholdersOf(key: MailKey, publicUrl: string): MailPlaceholder[] {
  return Object.entries(templateOf(key).placeholders).map(([name, { sample, ...given }]) => {
    const inLanguages = typeof sample === 'string' ? { en: sample, ar: sample } : sample
    return {
      name,
      isRequired: given.isRequired === true,
      isOptional: given.isOptional === true,
      fitsSubject: given.isTextOnly !== true,
      sample: given.isPath ? { en: `${publicUrl}${inLanguages.en}`, ar: `${publicUrl}${inLanguages.ar}` } : inLanguages,
    }
  })
}
