import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { logIn, speak, studioOn } from '../fixtures/steps.ts'
import { countTaps } from '../fixtures/taps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'
import { wordsOf } from '../fixtures/words.ts'

const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const looks = [
  { language: 'en', viewport: { width: 390, height: 844 } },
  { language: 'ar', viewport: { width: 1280, height: 800 } },
] as const

for (const { language, viewport } of looks) {
  test(`a creator sells a photo in six taps over a broken line, seeing what others see (${language})`, async ({
    server,
    newDevice,
  }) => {
    const t = wordsOf(language)
    const creator = await newCreator(server)
    const fan = await newFan(server, { follows: [creator.username] })
    const [mine, theirs] = [await newDevice(server, { viewport }), await newDevice(server, { viewport })]
    const page = await studioOn(mine, creator)
    await speak(page, language)
    const { tap, taps } = countTaps()

    await tap(() => page.getByRole('button', { name: t('Write a post') }).click())
    // The button and what it opens are one tap: the rest is the picker of the phone.
    const picked = page.waitForEvent('filechooser')
    await tap(() => page.getByRole('button', { name: t('Add photos, videos or sound') }).click())
    await (await picked).setFiles([{ name: 'kiln.png', mimeType: 'image/png', buffer: PHOTO }])
    await expect(page.getByRole('list', { name: t('Photos and videos') }).getByRole('listitem')).toHaveCount(1)
    await mine.setOffline(true)
    await page.getByRole('textbox', { name: t('Text of the post') }).fill('The kiln, opened at dawn.')
    await tap(() =>
      page
        .getByRole('combobox', { name: t('Who can see it') })
        .selectOption('paid')
        .then(() => {}),
    )
    await tap(() => page.getByRole('textbox', { name: t('Price in tokens') }).fill('30'))
    const view = page.getByRole('figure', { name: t('As others see it') })
    await expect(view).toContainText('30')
    await expect(view).toContainText('1.50')
    const seen = await view.locator('p').allTextContents()
    expect(seen.join()).not.toContain('kiln')
    await expectAccessible(page)
    await tap(() => page.getByRole('button', { name: t('Publish…') }).click())
    await expect(page.getByRole('dialog')).toContainText(
      t('You are offline. The post is published when you are back online.'),
    )
    await tap(() =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: t('Publish'), exact: true })
        .click(),
    )
    expect(taps()).toBe(6)
    await mine.setOffline(false)

    const shown = await theirs.open()
    await logIn(shown, fan.username, `/${creator.username}`)
    await speak(shown, language)
    const card = shown.getByRole('article').first()
    await expect(card.getByRole('button', { name: /30.*1\.50/ })).toBeVisible({ timeout: 30_000 })
    // The fan reads the words that the creator was shown.
    for (const words of seen) await expect(card).toContainText(words)
    await expect(card).not.toContainText('The kiln')
  })
}
