import { ApiClient, go, logIn, openConversation } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('the title names the creator, the partner, the post and the draft, and not only the kind of page', async ({
  server,
  newPage,
}) => {
  const page = await newPage()
  await logIn(page, 'fan3', '/creator1')
  await expect(page).toHaveTitle(titled('Mara Lindqvist'))
  await openConversation(page, 'Teo Almeida')
  await expect(page).toHaveTitle(titled('Teo Almeida'))
  await go(page, '/messages')
  await expect(page).toHaveTitle(titled('Messages'))

  const creator = await ApiClient.logIn(server, 'creator1')
  const post = await firstOf(creator, '/performer/feeds?q=e')
  await go(page, `/posts/${post._id}`)
  await expect(page).toHaveTitle(titled('Mara Lindqvist: .+'))

  const draft = await firstOf(creator, '/performer/drafts')
  const studio = await newPage()
  await logIn(studio, 'creator1', `/creator/studio/${draft._id}`)
  await expect(studio).toHaveTitle(titled('Draft: .+'))
  await go(studio, `/creator/studio/posts/${post._id}`)
  await expect(studio).toHaveTitle(titled('Edit: .+'))
})

/** Unseen messages may be counted before it. */
function titled(name: string): RegExp {
  return new RegExp(`^(\\(\\d+\\) )?${name} · Vesper$`)
}

/** The first with a text, published where it is a post. */
async function firstOf(api: ApiClient, path: string): Promise<{ _id: string }> {
  const { data } = await api.get<{ data: { _id: string; text: string; status?: string }[] }>(path)
  const found = data.find(({ text, status = 'published' }) => text !== '' && status === 'published')
  if (!found) throw new Error(`The demo data has nothing at ${path}`)
  return found
}
