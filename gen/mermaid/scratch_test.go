package mermaid
import ("testing";"os";"fmt";"math/rand";"encoding/json";"strings";"unicode"
"github.com/fsmgen/fsmgen/gen/picture/picturetest";"github.com/fsmgen/fsmgen/gen/picture";"github.com/fsmgen/fsmgen/spec/core";"github.com/fsmgen/fsmgen/spec/expr")
var nasty = []string{"\"","'","`","``","```",":","::",":::",";","<","<<",">>","<br>","<b>","</div>","<script>alert(1)</script>","<<choice>>","[[fork]]","[*]","[H]","#","#59;","#quot;","&","&lt;","&amp;","%%","%%{init:{\"theme\":\"dark\"}}%%","*","**","_","__","~","~~","$","$$x$$","\\","\\n","{","}","{{","(",")","|","-->","--","==>","->","direction","direction LR","Direction TB","end note","note left of A","state","as","class","classDef x fill:#000","click","style","accTitle: x","accDescr {","hide empty description","scale 10 width","title","1. x","- x","+ x","# x","> x","=","---","***"," ","  ","\n","\t","\r\n","\u2028","\u0085","\u200b","\u202e","\x00","\x1b","é","名","🙂","👩‍👩","א","a","B","x1","snake_case","_x_","__proto__","constructor","toString","http://e.org","www.e.org","a@e.org","@octo","/","//","^","!","?",".",",","root","root_start","root_end","X_end","default","start","end","graph","subgraph","fa:fa-car","::icon(x)","javascript:alert(1)","style=\"x\"","onerror=","fork","join","choice","--","\ufffd","©","️","‌"}
func rword(r *rand.Rand) string { n:=1+r.Intn(4); var b strings.Builder; for i:=0;i<n;i++ { b.WriteString(nasty[r.Intn(len(nasty))]); if r.Intn(3)==0 {b.WriteByte(' ')} }; return b.String() }
func norm(s string) string { return strings.Map(func(r rune) rune { if unicode.IsSpace(r) {return -1}; if hidden(r) {return 0xfffd}; return r }, strings.ToValidUTF8(s,"\ufffd")) }
var idents = strings.Fields("State Default Class Click Note Style Scale end End as As Assign Asset Ask Endpoint EndState Stateful Statement Direction Directions DirectionTB Root root Roots Start Fork Join Choice Left Right Title Graph Null Note1 Notes Hide Hidden Href Classy ClassDef ClassDef1 default_ StateDiagram stateDiagramX accTitle accTitleX accDescrX TB LR a_start a_end constructor toString valueOf hasOwnProperty __proto__ _x x_ s_1 s_2 s_3 style1 scale1 clicker forkX choiceX history H concurrent type id name doc parentId rank undefined NaN true false this function var e i")
func machine(r *rand.Rand, ident bool) *core.Machine {
  m := &core.Machine{}
  seen := map[string]bool{}
  name := func() string { for { var s string; if ident { s = idents[r.Intn(len(idents))] } else { s = rword(r) }; if strings.TrimSpace(s)=="" {continue}; if !seen[s] { seen[s]=true; return s } } }
  nb := r.Intn(4); paths := [][]string{nil}
  for i:=0;i<nb;i++ { p := paths[r.Intn(len(paths))]; paths = append(paths, append(append([]string{}, p...), name())) }
  m.Outcomes = []core.Outcome{{Name: "success"},{Name: rword(r)},{Name:"failure"}}
  ns := 4+r.Intn(6)
  for i:=0;i<ns;i++ { o := -1; if i>=ns-2 { o = r.Intn(3) }; m.States = append(m.States, core.State{Name: name(), Outcome: o, Composites: paths[r.Intn(len(paths))]}) }
  m.Initial = r.Intn(ns)
  for i:=0;i<3;i++ { m.Events = append(m.Events, core.Event{Name: rword(r)+"e"}) }
  sym := &expr.Symbol{Scope: expr.Var, Index:0, Name: rword(r)+"v", Type: expr.Type{Kind: expr.String}}
  m.Vars = []core.Var{{Name: sym.Name, State:-1, Type: sym.Type, Symbol: sym}}
  guard := func() expr.Expr { return &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: sym}, Y: &expr.Text{Value: rword(r)}} }
  for s:=0;s<ns;s++ { if m.Terminal(s) {continue}
    for e:=range m.Events { n := r.Intn(3)
      for k:=0;k<n;k++ { t := core.Transition{From:s,Event:e,To:r.Intn(ns)}; if k<n-1||r.Intn(2)==0 { t.Guard=guard() }; if r.Intn(4)==0 { t.To=s; t.Internal=true }; if r.Intn(2)==0 { t.Updates=[]core.Update{{Var:0,Value:&expr.Text{Value:rword(r)}}} }; m.Transitions=append(m.Transitions,t) } } }
  for _,p := range paths[1:] { c := p[len(p)-1]; e := r.Intn(3); to := r.Intn(ns); g := guard(); inner := r.Intn(2)==0
    for s:=0;s<ns;s++ { if m.Terminal(s) || !strings.Contains(strings.Join(m.States[s].Composites,"\x01")+"\x01", c+"\x01") {continue}
      if inner { m.Transitions=append(m.Transitions, core.Transition{From:s,Event:e,To:s,Internal:true,Guard:g,Composite:c}) } else { m.Transitions=append(m.Transitions, core.Transition{From:s,Event:e,To:to,Guard:g,Composite:c}) } } }
  m.Sort()
  return m
}
func TestScratch(t *testing.T){
 dump := func(f string, m *core.Machine) {
 os.WriteFile(f+".mmd", Diagram(m),0o644)
 p := picture.New(m); id := func(s string) string { return s }
 exp := struct{Edges int; Labels, Nodes, Blocks []string; Parents [][2]string}{}
 for _,n := range p.Nodes { s := norm(n.Name); for _,l := range n.Stays { s += norm(l.Head(id)+l.Action(id)) }; if len(n.Ignores)>0 { s += "ignores"+norm(strings.Join(n.Ignores, ", ")) }; exp.Nodes = append(exp.Nodes, s); if n.Outcome>=0 {exp.Edges++}
   par := ""; if n.Block>=0 { par = norm(p.Blocks[n.Block].Name) }; exp.Parents = append(exp.Parents, [2]string{s,par}) }
 for _,b := range p.Blocks { exp.Blocks = append(exp.Blocks, norm(b.Name)) }
 exp.Edges += len(p.Edges)+1
 for _,e := range p.Edges { s := ""; for _,l := range e.Labels { if len(e.Labels)>1 {s+="•"}; s += norm(l.Head(id)+l.Action(id)) }; exp.Labels=append(exp.Labels,s) }
 j,_ := json.Marshal(exp); os.WriteFile(f+".json", j, 0o644)
 }
 dump("/tmp/mermaid-rig/fallback", picturetest.Fallback())
 dump("/tmp/mermaid-rig/everything", picturetest.Everything())
 os.RemoveAll("/tmp/mermaid-rig/fuzz"); os.MkdirAll("/tmp/mermaid-rig/fuzz",0o755)
 for i:=0;i<300;i++ { dump(fmt.Sprintf("/tmp/mermaid-rig/fuzz/%03d",i), machine(rand.New(rand.NewSource(int64(i))), i%3==0)) }
}
