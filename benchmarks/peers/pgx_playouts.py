"""pgx: random games of one of its environments, many at once, compiled for the processor; prints actions per second."""

import sys
import time

import jax
import jax.numpy as jnp
import pgx

BATCH, STEPS = 4000, 32
environment, seconds = pgx.make(sys.argv[1]), float(sys.argv[2])
begin = jax.vmap(environment.init)


def act(carry, _):
    """One random action in each game; a finished game begins again."""
    states, key = carry
    key, choices, starts = jax.random.split(key, 3)
    actions = jax.random.categorical(choices, jnp.where(states.legal_action_mask, 0.0, -jnp.inf), axis=-1)
    states = jax.vmap(environment.step)(states, actions)
    is_over = states.terminated | states.truncated

    def renewed(new, old):
        return jnp.where(is_over.reshape((-1,) + (1,) * (old.ndim - 1)), new, old)

    return (jax.tree_util.tree_map(renewed, begin(jax.random.split(starts, BATCH)), states), key), None


@jax.jit
def run(carry):
    """Some actions in each game."""
    return jax.lax.scan(act, carry, None, length=STEPS)[0]


carry = jax.block_until_ready(run((begin(jax.random.split(jax.random.PRNGKey(0), BATCH)), jax.random.PRNGKey(1))))
actions, start = 0, time.process_time()
while time.process_time() - start < seconds:
    carry = jax.block_until_ready(run(carry))
    actions += BATCH * STEPS
print(actions / (time.process_time() - start))
