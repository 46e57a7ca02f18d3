/** Something without which nothing can go on. Its message is for a person. */
export class SetUpProblem extends Error {}
