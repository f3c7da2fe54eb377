import type { Locator, Page } from 'playwright/test'
import { logIn, messages, openConversation, send } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Presses an action on a message: where a finger or a pointer is on it, its tools are there. */
async function press(message: Locator, action: string): Promise<void> {
  const button = message.getByRole('button', { name: action, exact: true })
  await message.locator('p').last().click()
  await button.click()
}

function saying(page: Page, text: string): Locator {
  return messages(page).filter({ hasText: text })
}

test('two people answer, react and edit, the line is cut: all of it arrives once, and a quote follows its message', async ({
  newPage,
}) => {
  const fan = await newPage(phone)
  const creator = await newPage()
  await logIn(fan, 'fan3')
  await logIn(creator, 'creator2')
  await openConversation(fan, 'Teo Almeida')
  await openConversation(creator, 'Jo Keller')
  await send(fan, 'Is the blue vase still there')

  // An answer: two taps and the words.
  await press(saying(creator, 'Is the blue vase'), 'Reply')
  await expect(creator.getByRole('group', { name: 'Reply' })).toContainText('Is the blue vase')
  await expect(creator.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await send(creator, 'It is, and so is the green one')
  const answer = saying(fan, 'so is the green one').first()
  await expect(answer.getByRole('button', { name: /Is the blue vase/ })).toBeVisible()

  // A reaction: two taps, and the other sees it at once.
  await press(answer, 'React')
  await answer.getByRole('button', { name: 'React with ❤️' }).click()
  await expect(
    saying(creator, 'so is the green one')
      .first()
      .getByRole('button', { name: /^❤️ 1 reaction/ }),
  ).toBeVisible()

  // Without a line: an edit and an answer wait, are shown, and arrive once.
  await fan.context().setOffline(true)
  await press(saying(fan, 'Is the blue vase').first(), 'Edit')
  const dialog = fan.getByRole('dialog', { name: 'Edit the message' })
  await dialog.getByRole('textbox').fill('Is the red vase still there')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(saying(fan, 'Is the red vase').first()).toContainText('edited')
  await press(answer, 'Reply')
  await send(fan, 'I take both of them')
  await press(answer, 'React')
  await answer.getByRole('button', { name: 'React with 🔥' }).click()
  await expect(answer.getByRole('button', { name: /^🔥 1 reaction: You/ })).toBeVisible()
  await expect(saying(creator, 'I take both')).toHaveCount(0)
  await fan.context().setOffline(false)

  await expect(saying(creator, 'I take both')).toHaveCount(1, { timeout: 20_000 })
  await expect(saying(creator, 'I take both').getByRole('button', { name: /so is the green one/ })).toBeVisible()
  await expect(saying(creator, 'Is the red vase').first()).toContainText('edited')
  await expect(saying(creator, 'Is the blue vase')).toHaveCount(0)
  const reactions = saying(creator, 'so is the green one')
    .first()
    .getByRole('button', { name: /reaction/ })
  await expect(reactions).toHaveCount(1)
  await expect(reactions).toHaveAccessibleName(/^🔥/)
  // The quote leads to the message that it quotes.
  await saying(creator, 'so is the green one')
    .first()
    .getByRole('button', { name: /Is the red vase/ })
    .click()
  await expect(creator.locator('[data-found]')).toContainText('Is the red vase')
})

test('a voice message recorded without a line is heard before it is sent, and arrives once with its length', async ({
  newPage,
}) => {
  const fan = await newPage({ ...phone, hasCamera: true })
  const creator = await newPage()
  await logIn(fan, 'fan3')
  await logIn(creator, 'creator2')
  await openConversation(fan, 'Teo Almeida')
  await openConversation(creator, 'Jo Keller')
  const sounds = messages(creator).getByRole('group', { name: 'Sound' })
  const before = await sounds.count()

  // Three taps: record, stop, send.
  await fan.getByRole('button', { name: 'Record a voice message' }).tap()
  await expect(fan.getByRole('timer')).toContainText('0:02')
  await fan.context().setOffline(true)
  await fan.getByRole('button', { name: 'Stop recording' }).tap()
  await expect(fan.getByRole('list', { name: 'Attachments' }).getByRole('button', { name: 'Play sound' })).toBeVisible()
  await fan.getByRole('button', { name: 'Send', exact: true }).tap()
  await expect(messages(fan).last()).toContainText(/Waiting|Sending/)
  await fan.context().setOffline(false)

  await expect(sounds).toHaveCount(before + 1, { timeout: 40_000 })
  await expect(sounds.last()).toContainText(/0:00 \/ 0:0[1-9]/)
  const speed = sounds.last().getByRole('button', { name: 'Speed 1×' })
  await speed.click()
  await expect(sounds.last().getByRole('button', { name: 'Speed 1.5×' })).toBeVisible()
})
