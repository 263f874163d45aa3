export * from '../rulings.ts'
