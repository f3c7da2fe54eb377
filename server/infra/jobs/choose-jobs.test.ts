import { expect, test } from 'vitest'
import { chooseJobs } from './choose-jobs.ts'

const jobs = ['mail.send', 'files.process', 'posts.expire'].map((name) => ({ name }))
const namesOf = (...chosen: string[]) => chooseJobs(jobs, chosen).map(({ name }) => name)

test('a process runs all jobs, those that are named, or all but some', () => {
  expect(namesOf()).toEqual(['mail.send', 'files.process', 'posts.expire'])
  expect(namesOf('*')).toEqual(namesOf())
  expect(namesOf('files.process')).toEqual(['files.process'])
  expect(namesOf('-files.process')).toEqual(['mail.send', 'posts.expire'])
  expect(namesOf('*', '-files.process', '-mail.send')).toEqual(['posts.expire'])
  expect(namesOf('mail.send', 'posts.expire', '-mail.send')).toEqual(['posts.expire'])
})

test('an unknown name, and none at all, keep a process from starting and say what there is', () => {
  expect(() => namesOf('mail.send', 'mail.sent')).toThrow(
    'WORKER_QUEUES has names that no job has: mail.sent. The jobs are files.process, mail.send, posts.expire.',
  )
  expect(() => namesOf('-mail.sent')).toThrow('names that no job has: mail.sent')
  expect(() => namesOf('mail.send', '-mail.send')).toThrow('WORKER_QUEUES leaves out every job')
})
