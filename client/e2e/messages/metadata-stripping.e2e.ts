import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { accountOn, ApiClient, logIn, messages, openConversation } from '../fixtures/steps.ts'
import { filesKept, rowsOf } from '../fixtures/stored.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const PLACE = '+48.8577+002.2950/'
const CAMERA = 'Secretphone'

test('where a photo was taken, and by what, is not even kept for sending', async ({ newPage }) => {
  const page = await newPage()
  await logIn(page, 'fan1')
  await openConversation(page, 'Ines Okafor')
  const [photo, moving] = [await photoWithPlace(), await movingWithPlace()]
  expect((await sharp(photo).metadata()).exif?.includes(CAMERA)).toBe(true)
  expect(moving.includes(PLACE)).toBe(true)

  await page.context().setOffline(true)
  await attach(page, [
    { name: 'evening.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'dance.gif', mimeType: 'image/gif', buffer: moving },
  ])
  await sendText(page, 'from somewhere')
  await expect(messages(page).filter({ hasText: 'from somewhere' })).toContainText('Waiting')

  const kept = await filesKept(page, await accountOn(page))
  const about = await Promise.all(kept.map((file) => sharp(file).metadata()))
  expect(about.map(({ format, width, height, pages }) => ({ format, width, height, pages }))).toEqual([
    // Upright, as it was held.
    { format: 'webp', width: 200, height: 300, pages: undefined },
    { format: 'gif', width: 20, height: 10, pages: 2 },
  ])
  expect(await rowsOf(page, await accountOn(page), 'uploads')).toMatchObject([
    { width: 200, height: 300 },
    { width: 20, height: 10 },
  ])
  for (const [index, file] of kept.entries()) {
    expect(about[index]).not.toHaveProperty('exif')
    expect(about[index]).not.toHaveProperty('xmp')
    for (const told of [PLACE, CAMERA, 'Exif']) expect(file.includes(told)).toBe(false)
  }
})

test('a video waits through a reload without its place, arrives once, and plays on the other side', async ({
  server,
  newPage,
}) => {
  const [fan, creator] = [await newPage(), await newPage()]
  await logIn(creator, 'creator3')
  await openConversation(creator, 'Alex Morgan')
  await logIn(fan, 'fan1')
  const conversation = await openConversation(fan, 'Ines Okafor')
  const film = Buffer.concat([await filmed(fan), box('uuid', PLACE), box('free', PLACE)])

  await fan.context().setOffline(true)
  await attach(fan, [{ name: 'evening.mp4', mimeType: 'video/mp4', buffer: film }])
  await sendText(fan, 'a video for later')
  await fan.reload()
  await expect(messages(fan).filter({ hasText: 'a video for later' })).toContainText('Waiting')
  const [kept, ...others] = await filesKept(fan, await accountOn(fan))
  expect(others).toEqual([])
  expect(kept).toHaveLength(film.length)
  expect(kept?.includes(PLACE)).toBe(false)

  await fan.context().setOffline(false)
  await expect(messages(fan).filter({ hasText: 'a video for later' })).toContainText('Sent')
  const video = messages(creator).filter({ hasText: 'a video for later' }).getByLabel('Video')
  await expect(video).toBeVisible()
  // The playing video comes from the server.
  expect(await video.getAttribute('src')).toContain('/media/')
  // Without a line it says so, and plays with it.
  await creator.context().setOffline(true)
  expect(await video.evaluate(play)).toBe('NotSupportedError')
  await expect(messages(creator).last()).toContainText('Shown when you are back online')
  // White on what stands over it, where all around is light.
  await creator.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
  await expectAccessible(creator)
  await creator.context().setOffline(false)
  await expect(video).toBeVisible()
  expect(await video.evaluate(play)).toEqual([64, 48])

  const api = await ApiClient.logIn(server, 'creator3')
  const arrived = (await api.messages(conversation)).filter(({ text }) => text === 'a video for later')
  expect(arrived).toMatchObject([{ files: [{ type: 'video', width: 64, height: 48 }] }])
  expect(await filesKept(fan, await accountOn(fan))).toEqual([])
})

/** Answers with the size of what plays, or the name of what keeps it from playing. */
async function play(element: HTMLElement | SVGElement): Promise<number[] | string> {
  const film = element as HTMLVideoElement
  film.muted = true
  try {
    await film.play()
    return [film.videoWidth, film.videoHeight]
  } catch (error) {
    return (error as Error).name
  }
}

type Given = { name: string; mimeType: string; buffer: Buffer }

async function attach(page: Page, files: Given[]): Promise<void> {
  await page.setInputFiles('input[type=file]', files)
  const list = page.getByRole('list', { name: 'Attachments' })
  await expect(list.getByRole('listitem')).toHaveCount(files.length)
  await expect(list.locator('[aria-busy=true]')).toHaveCount(0)
}

async function sendText(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messages(page).filter({ hasText: text })).toContainText(/Waiting|Sending|Sent/)
}

/** A JPEG of a phone that was held upright. */
function photoWithPlace(): Promise<Buffer> {
  const place = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '48/1 51/1 30/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '2/1 17/1 42/1',
  }
  return sharp({ create: { width: 300, height: 200, channels: 3, background: '#c63' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: CAMERA }, IFD3: place })
    .jpeg()
    .toBuffer()
}

/** A GIF of two pictures with a comment. */
async function movingWithPlace(): Promise<Buffer> {
  const pictures = await Promise.all(
    ['#c63', '#36c'].map((background) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const gif = await sharp(pictures, { join: { animated: true } })
    .gif()
    .toBuffer()
  const flags = gif[10] ?? 0
  const start = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, PLACE.length]), Buffer.from(PLACE), Buffer.from([0])])
  return Buffer.concat([gif.subarray(0, start), comment, gif.subarray(start)])
}

/** An MP4 of half a second, as the browser records it. */
async function filmed(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 })
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/mp4' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const stopped = new Promise((resolve) => (recorder.onstop = resolve))
    recorder.start()
    for (let frame = 0; frame < 10; frame += 1) {
      if (context) context.fillStyle = `hsl(${frame * 36} 80% 50%)`
      context?.fillRect(0, 0, 64, 48)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    recorder.stop()
    await stopped
    const reader = new FileReader()
    const read = new Promise((resolve) => (reader.onload = resolve))
    reader.readAsDataURL(new Blob(parts))
    await read
    return (reader.result as string).split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

function box(type: string, content: string): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(8 + content.length)
  return Buffer.concat([head, Buffer.from(type + content, 'latin1')])
}
