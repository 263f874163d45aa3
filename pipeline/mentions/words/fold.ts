export * from '../fold.ts'
