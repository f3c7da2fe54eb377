import { logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('until the first answer has come, the home page keeps the place of the conversations', async ({
  server,
  newDevice,
}) => {
  const device = await newDevice(server)
  const page = await device.open()
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await device.context.route('**/api/sync', async (route) => {
    await held
    await route.continue()
  })
  await logIn(page, 'fan1', '/home')
  const recent = page.getByRole('region', { name: 'Recent conversations' })
  await expect(recent.getByText('Loading conversations')).toBeAttached()
  letThrough()
  await expect(recent.getByRole('listitem')).toHaveCount(3)
  await expect(recent.getByText('Loading conversations')).not.toBeAttached()
})
