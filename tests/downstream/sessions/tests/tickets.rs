//! Tickets open their own session or none, whatever the layout.

use std::collections::HashMap;

use sessions::{Sessions, Ticket};

#[test]
fn tickets_of_ended_sessions_open_nothing() {
    let mut sessions = Sessions::default();
    let mut open = HashMap::new();
    let mut ended = Vec::new();
    for now in 0..20_000_u64 {
        let user = format!("user {}", now * 7919 % 1000);
        match sessions.open(&user, now) {
            Some(ticket) => {
                assert!(open.insert(user, (ticket, now)).is_none());
            }
            None => {
                let (ticket, used) = open.get_mut(&user).unwrap();
                if now % 3 == 0 {
                    assert!(sessions.touch(*ticket, now));
                    *used = now;
                } else {
                    assert!(sessions.close(*ticket) && !sessions.close(*ticket));
                    ended.push(*ticket);
                    open.remove(&user);
                }
            }
        }
        if now % 5000 == 4999 {
            let limit = now - 800;
            let before = open.len();
            open.retain(|_, (ticket, used)| {
                let stays = *used >= limit;
                ended.extend((!stays).then_some(*ticket));
                stays
            });
            assert_eq!(sessions.expire(limit), before - open.len());
        }
    }
    assert_eq!(sessions.len(), open.len());
    assert!(open.iter().all(|(user, (ticket, _))| sessions.user(*ticket) == Some(user)));
    assert!(ended.len() > 5000 && ended.iter().all(|ticket| sessions.user(*ticket).is_none()));
}

#[test]
fn tickets_that_were_made_up_open_nothing() {
    let mut sessions = Sessions::default();
    let ticket = sessions.open("alice", 1).unwrap();
    assert_eq!(Ticket::from_number(ticket.to_number()), ticket);
    let number = ticket.to_number();
    for made_up in [number + 1, number + (1 << 32), u64::MAX, u64::MAX >> 33, 1 << 31, number ^ 1 << 40] {
        let ticket = Ticket::from_number(made_up);
        assert!(sessions.user(ticket).is_none() && !sessions.touch(ticket, 2) && !sessions.close(ticket));
    }
    assert_eq!((sessions.len(), sessions.is_empty(), sessions.user(ticket)), (1, false, Some("alice")));
}
