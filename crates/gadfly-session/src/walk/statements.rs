//! Protocols as sequences of statements: what the engine makes of calls and sources, made again here.

use gadfly_wire::{Access, Argument, ArgumentSource, Role, Sequence, Statement, WalkCall, What};

/// Writes the statements of one protocol.
pub(super) struct Statements<'s> {
    sources: &'s [ArgumentSource],
    requests: Vec<usize>,
    statements: Vec<Statement>,
    target: Option<u32>,
}

impl<'s> Statements<'s> {
    /// No statements yet.
    pub(super) fn new(sources: &'s [ArgumentSource]) -> Self {
        let requests = vec![0; sources.len()];
        Self { sources, requests, statements: Vec::new(), target: None }
    }

    /// Adds a call with its arguments; returns the variable of its result.
    pub(super) fn call(&mut self, call: &WalkCall) -> Option<u32> {
        let mut vars = Vec::new();
        for source in &call.args {
            vars.push(match *source {
                WalkCall::TARGET => self.target?,
                source => self.make(source)?,
            });
        }
        let result = self.add(What::Operation(call.operation), &vars);
        match call.role {
            Role::Construct => {
                let mut made = result;
                for unpack in &call.then {
                    made = self.add(What::Operation(*unpack), &[made]);
                }
                self.target = Some(made);
            }
            Role::Replace => self.target = Some(result),
            Role::Consume => self.target = None,
            Role::Observe | Role::Mutate | Role::Procedure => {}
        }
        Some(result)
    }

    /// The statements as a sequence; its kills and drops are for the engine to work out.
    pub(super) fn sequence(self) -> Sequence {
        Sequence { statements: self.statements, ..Sequence::default() }
    }

    fn make(&mut self, source: u32) -> Option<u32> {
        let makers = &self.sources.get(source as usize)?.makers;
        let request = self.requests[source as usize];
        self.requests[source as usize] += 1;
        let maker = makers.get(request % makers.len().max(1))?;
        let args: Option<Vec<u32>> = maker.args.iter().map(|source| self.make(*source)).collect();
        Some(self.add(maker.what, &args?))
    }

    fn add(&mut self, what: What, vars: &[u32]) -> u32 {
        // How a variable is passed follows from its type, which the engine knows.
        let args = vars.iter().map(|var| Argument { var: *var, access: Access::Move }).collect();
        self.statements.push(Statement { what, args, kills: Vec::new(), caught: false });
        self.statements.len() as u32 - 1
    }
}
