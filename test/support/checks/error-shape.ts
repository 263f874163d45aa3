import { expect } from 'vitest'
import { errorBody } from '../../../pipeline/contract/error.ts'

/** Asserts that a response is an uncached error of this status, with a request id and exactly the contract's fields; returns the body. */
export async function assertErrorShape(response: Response, status: number) {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{8,128}$/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body = errorBody.strict().parse(await response.json())
  expect(body.error).toMatch(/^[A-Z].*\.$/)
  return body
}
